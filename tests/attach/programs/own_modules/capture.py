"""What this program means by a capture: a list of rows."""


class Capture:
    def __init__(self):
        self.last = ""

    def write(self, **row):
        self.last = " ".join(f"{name}={value:.4f}" for name, value in row.items())
        print(self.last)
