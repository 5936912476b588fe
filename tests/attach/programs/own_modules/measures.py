"""The error that this program measures."""


def error(output, target):
    return (output - target).abs().mean()
