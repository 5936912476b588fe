#!/bin/sh
# Starts the training with settings of its own, as scripts of clusters do.
set -e
cd "$(dirname "$0")"
export OMP_NUM_THREADS=1
LR=${LR:-0.05}
echo "starting with lr $LR"
exec "${PYTHON:-python3}" started_by_shell.py --lr "$LR"
