"""What runs inside the user's process: the standard library and the framework that is loaded there, nothing else."""
