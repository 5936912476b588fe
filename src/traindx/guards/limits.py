"""How much of anything is read before traindx says "too much". Every cap is here, with its reason."""

KIB = 1024
MIB = 1024 * KIB

# A whole document (one JSON text, one archive member) is held in memory several times over while it is parsed.
# The largest trainer states seen are tens of megabytes; half a gigabyte still fits a laptop.
MAX_FILE_BYTES = 512 * MIB

# Progress bars without newlines and dumped tensors make giant lines; a row of 10,000 metrics is about 300 KiB.
MAX_LINE = MIB  # characters

# Nested configurations rarely pass ten levels. Python's own recursion limit is 1,000; walkers stay far below it.
MAX_DEPTH = 64

# The longest honest spelling is a double printed with "%f": 309 digits, a point, up to 20 decimals, a sign. A loss
# that diverges in double precision is printed so. Python refuses integers of more than 4,300 digits.
MAX_NUMBER_CHARS = 400

# An empty JSON object is 3 bytes of text and 64 bytes of memory: twenty million of them are about 1.3 GB.
MAX_NODES = 20_000_000

# YAML beside logs holds settings, never data; the largest files seen are some hundred kilobytes.
MAX_YAML_CHARS = 4 * MIB
MAX_YAML_NODES = 200_000

# One frame of a record file. Scalars take 50 bytes, images and graphs up to tens of megabytes.
MAX_RECORD_BYTES = 256 * MIB

# Enough for every signature and for a CSV header of a thousand columns.
HEAD_BYTES = 64 * KIB

# One series per layer and per statistic for a model of a thousand layers; beyond that tags are made by accident
# (a step or a file name inside the tag).
MAX_SERIES = 20_000

# A folder of runs: more entries than this is a data set or a home directory.
WALK_ENTRIES = 100_000
WALK_SECONDS = 10.0

# What is fetched over a network: a log of a gigabyte still arrives, an endless answer ends.
MAX_FETCHED_BYTES = 2048 * MIB
