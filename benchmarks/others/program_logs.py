"""Logs of other programs, in their own layouts, with numbers of our making."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator

LINES = 80
WORDS = "amber birch cedar delta ember fjord grove heron iris juniper kelp lotus maple nectar opal pine".split()
Lines = Callable[[int, random.Random], str]


def program_logs() -> dict[str, str]:
    """Every log, under the program's name."""
    return {name: "\n".join(_lines(name, *made)) + "\n" for name, made in LOGS.items()}


def _lines(name: str, head: str, line: Lines, tail: str) -> Iterator[str]:
    yield from filter(None, [head])
    for index in range(LINES):
        yield line(index, random.Random(f"{name} {index}"))
    yield from filter(None, [tail])


def clock(i: int) -> str:
    return f"{9 + i // 60:02}:{i % 60:02}:{i * 7 % 60:02}"


LOGS: dict[str, tuple[str, Lines, str]] = {
    "apt": ("Reading package lists...\nBuilding dependency tree...",
            lambda i, r: f"Get:{i + 1} http://mirror.example stable/main amd64 lib{r.choice(WORDS)}{i} 1.{i}.2 [{r.randint(9, 900)} kB]",
            "Fetched 42.1 MB in 3s (14.0 MB/s)\nProcessing triggers for libc-bin (2.36-9) ..."),
    "apt_progress": ("", lambda i, r: f"(Reading database ... {i}%\rUnpacking lib{r.choice(WORDS)}{i} (1.{i}-2) ...", ""),
    "dpkg": ("", lambda i, r: f"2026-03-01 {clock(i)} status half-configured lib{r.choice(WORDS)}{i}:amd64 1.{i}-2", ""),
    "pip": ("", lambda i, r: f"Collecting {r.choice(WORDS)}{i}>=1.{i}\n  Downloading {r.choice(WORDS)}-1.{i}.0-py3-none-any.whl"
            f" ({r.randint(9, 900)} kB)\n     ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ {r.randint(1, 9)}.{i}/9.{i} MB 12.{i} MB/s eta 0:00:0{i % 9}",
            "Step 3: building wheels\nSuccessfully installed amber-1.0.0 birch-2.1.3"),
    "conda": ("Collecting package metadata (current_repodata.json): done\nSolving environment: done",
              lambda i, r: f"{r.choice(WORDS)}-1.{i}          | {r.randint(9, 900)} KB    | {'#' * (i % 30)} | {i}% ", "done"),
    "npm": ("", lambda i, r: f"npm http fetch GET 200 https://registry.example/{r.choice(WORDS)} {r.randint(20, 900)}ms",
            "added 312 packages, and audited 313 packages in 9s\n\nfound 0 vulnerabilities"),
    "cargo": ("", lambda i, r: f"   Compiling {r.choice(WORDS)} v0.{i}.1", "    Finished release [optimized] target(s) in 42.17s"),
    "docker_build": ("Sending build context to Docker daemon  3.07kB",
                     lambda i, r: f"Step {i + 1}/80 : RUN install {r.choice(WORDS)}\n ---> Running in {r.randint(10**9, 10**10):x}\n"
                     f"Removing intermediate container {r.randint(10**9, 10**10):x}", "Successfully built 4f2d5a1c9e"),
    "buildkit": ("", lambda i, r: f"#{i} {r.random():.3f} {r.choice(WORDS)} 1.{i}\n#{i} DONE {r.random():.1f}s", ""),
    "ninja": ("", lambda i, r: f"[{i + 1}/80] Building CXX object src/{r.choice(WORDS)}{i}.cc.o", "[80/80] Linking CXX executable app"),
    "gcc": ("", lambda i, r: f"src/{r.choice(WORDS)}.c:{r.randint(1, 900)}:{r.randint(1, 70)}: warning: conversion to 'float' from 'double'"
            f" may change value [-Wfloat-conversion]\n   {i} |   loss = total / {i}.0;\n     |          ~~~~~~^~~~", "make: *** [all] Error 1"),
    "cmake": ("-- The C compiler identification is GNU 12.2.0", lambda i, r: f"-- Looking for {r.choice(WORDS)}_{i} - found", "-- Configuring done (2.3s)"),
    "pytest": ("============ test session starts ============\ncollected 640 items\n",
               lambda i, r: f"tests/test_{r.choice(WORDS)}{i}.py {'.' * 8}   [{100 * (i + 1) // 80:3d}%]",
               "============ 640 passed in 3.21s ============"),
    "pytest_v": ("============ test session starts ============",
                 lambda i, r: f"tests/test_train.py::test_loss_goes_down[step={i}] PASSED   [{100 * (i + 1) // 80:3d}%]",
                 "========= slowest durations =========\n0.42s call tests/test_train.py::test_loss\n===== 80 passed, 1 warning in 42.17s ====="),
    "unittest": ("", lambda i, r: f"test_{r.choice(WORDS)}_{i} (tests.test_{r.choice(WORDS)}.TestLoss) ... ok", "Ran 80 tests in 0.412s\n\nOK"),
    "coverage": ("Name                  Stmts   Miss  Cover\n-----------------------------------------",
                 lambda i, r: f"src/{r.choice(WORDS)}{i}.py          {r.randint(20, 90)}     {r.randint(0, 9)}    {r.randint(70, 100)}%",
                 "TOTAL                  4012    210    95%"),
    "mypy": ("", lambda i, r: f"src/{r.choice(WORDS)}.py:{i + 3}: error: Incompatible types in assignment (expression has type \"float\")  [assignment]",
             "Found 80 errors in 12 files (checked 140 source files)"),
    "hyperfine": ("", lambda i, r: f"Benchmark {i}: ./{r.choice(WORDS)}\n  Time (mean ± σ):     {r.random():.3f} s ±  0.0{i} s    [User: 0.3 s, System: 0.1 s]"
                  f"\n  Range (min … max):    0.{i} s …  0.9 s    10 runs", ""),
    "times": ("", lambda i, r: f"time: {r.uniform(1, 9):.1f}s", ""),
    "make_times": ("", lambda i, r: f"{r.choice(WORDS)}: {r.uniform(1, 9):.2f}s\nreal\t0m{r.uniform(1, 9):.3f}s\nuser\t0m1.2s\nsys\t0m0.1s", ""),
    "nginx": ("", lambda i, r: f"192.0.2.{r.randint(1, 250)} - - [01/Mar/2026:{clock(i)} +0000] \"GET /{r.choice(WORDS)}?epoch={i}&loss=1 HTTP/1.1\""
              f" {r.choice((200, 304, 404))} {r.randint(200, 9000)} \"-\" \"curl/8.1\"", ""),
    "apache_error": ("", lambda i, r: f"[Sun Mar 01 {clock(i)}.123 2026] [core:error] [pid {900 + i}] AH00126: Invalid URI in request {i}", ""),
    "syslog": ("", lambda i, r: f"Mar  1 {clock(i)} host {r.choice(('cron', 'sshd', 'kernel'))}[{900 + i}]: {r.choice(WORDS)} session {i} closed", ""),
    "kernel": ("", lambda i, r: f"[{i * 1.37:12.6f}] usb 1-{i % 4}: new high-speed USB device number {i} using xhci_hcd", ""),
    "journal_wifi": ("", lambda i, r: f"Mar 01 {clock(i)} host kernel: wlan0: signal loss {r.randint(1, 9)} dB, rate {r.randint(50, 400)} Mbit/s", ""),
    "ping": ("PING example.org (192.0.2.1) 56(84) bytes of data.",
             lambda i, r: f"64 bytes from 192.0.2.1: icmp_seq={i + 1} ttl=57 time={r.uniform(9, 30):.1f} ms",
             "--- example.org ping statistics ---\n80 packets transmitted, 80 received, 0% packet loss, time 79098ms\n"
             "rtt min/avg/max/mdev = 9.1/14.2/29.9/3.1 ms"),
    "ping_summaries": ("", lambda i, r: f"10 packets transmitted, {10 - i % 3} received, {i % 3 * 10}% packet loss, time {9000 + i}ms", ""),
    "mtr": ("HOST: here              Loss%   Snt   Last   Avg  Best  Wrst StDev",
            lambda i, r: f"  {i + 1}.|-- 192.0.2.{i}         {r.uniform(0, 9):.1f}%    10   {r.uniform(1, 30):.1f}  12.1   0.9  30.1   4.2", ""),
    "iperf": ("[ ID] Interval           Transfer     Bitrate         Jitter    Lost/Total Datagrams",
              lambda i, r: f"[  5]  {i}.00-{i + 1}.00  sec   128 KBytes  1.05 Mbits/sec  0.0{r.randint(10, 99)} ms  {r.randint(0, 3)}/91 ({r.random():.2g}%)", ""),
    "wget": ("", lambda i, r: f"  {50 * i}K .......... .......... .......... .......... ..........  {i + 1}% {r.uniform(1, 9):.2f}M {80 - i}s", ""),
    "rsync": ("sending incremental file list", lambda i, r: f"{r.choice(WORDS)}{i}.bin\n     {r.randint(10**4, 10**6):,} 100%   12.{i}MB/s    0:00:00 (xfr#{i}, to-chk={80 - i}/81)",
              "total size is 9,876,543  speedup is 1.00"),
    "ffmpeg": ("Input #0, mov,mp4, from 'in.mp4':", lambda i, r: f"frame={i * 24:5d} fps= 24 q={r.uniform(20, 30):.1f} size={i * 90:8d}kB time=00:00:{i % 60:02}.00 bitrate={r.uniform(900, 1500):.1f}kbits/s speed=1.{i % 9}x",
               "video:7000kB audio:300kB subtitle:0kB other streams:0kB global headers:0kB muxing overhead: 0.4%"),
    "ssim": ("", lambda i, r: f"n:{i + 1} Y:{r.uniform(.95, .99):.6f} U:0.99{i} V:0.98{i} All:{r.uniform(.95, .99):.6f} (17.{i})", ""),
    "nvidia_smi": ("# gpu   pwr gtemp mtemp    sm   mem   enc   dec  mclk  pclk\n# Idx     W     C     C     %     %     %     %   MHz   MHz",
                   lambda i, r: f"    0   {r.randint(50, 250)}    {r.randint(40, 80)}     -    {r.randint(0, 100)}    {r.randint(0, 100)}     0     0  5001  1530", ""),
    "vmstat": ("procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st",
               lambda i, r: f" {i % 3}  0      0 {r.randint(10**5, 10**6)}  20480 {r.randint(10**5, 10**6)}    0    0     9    12  300  400  {r.randint(1, 50)}  2 {r.randint(40, 90)}  0  0", ""),
    "sar": ("Linux 6.1.0 (host)   03/01/26   _x86_64_   (2 CPU)\n\n09:00:01        CPU     %user     %nice   %system   %iowait    %steal     %idle",
            lambda i, r: f"{clock(i)}        all     {r.uniform(1, 40):.2f}      0.00      {r.uniform(1, 4):.2f}      0.10      0.00     {r.uniform(50, 90):.2f}", ""),
    "fio": ("", lambda i, r: f"Jobs: 1 (f=1): [r(1)][{i + 1}.0%][r={r.randint(90, 400)}MiB/s][r={r.randint(900, 4000)} IOPS][eta 00m:{80 - i:02}s]", ""),
    "postgres": ("", lambda i, r: f"2026-03-01 {clock(i)} UTC [{900 + i}] LOG:  checkpoint complete: wrote {r.randint(9, 900)} buffers (0.{i}%); write={r.uniform(1, 9):.3f} s, sync=0.01 s, total=4.1 s", ""),
    "redis": ("", lambda i, r: f"{900 + i}:M 01 Mar 2026 {clock(i)}.123 * {r.randint(9, 900)} changes in 300 seconds. Saving...", ""),
    "java_gc": ("", lambda i, r: f"[{i * 1.31:.3f}s][info][gc] GC({i}) Pause Young (Normal) (G1 Evacuation Pause) {r.randint(90, 200)}M->{r.randint(9, 80)}M(512M) {r.uniform(1, 20):.3f}ms", ""),
    "spark": ("", lambda i, r: f"26/03/01 {clock(i)} INFO TaskSetManager: Finished task {i}.0 in stage {i // 20}.0 (TID {i}) in {r.randint(20, 900)} ms on host (executor 1) ({i + 1}/80)", ""),
    "slurm": ("JobID           JobName  Partition      State  Elapsed", lambda i, r: f"{10_000 + i}      train_{r.choice(WORDS)}        gpu  COMPLETED  0{i % 9}:1{i % 6}:30", ""),
    "actions": ("##[group]Run checkout", lambda i, r: f"2026-03-01T{clock(i)}.1234567Z ##[debug]Step {i}: {r.choice(WORDS)} took {r.uniform(1, 9):.2f}s", "##[endgroup]"),
    "ansible": ("PLAY [all] *****", lambda i, r: f"TASK [{r.choice(WORDS)} : step {i}] *****\nok: [host{i % 3}]", "PLAY RECAP *****\nhost0 : ok=80 changed=3 unreachable=0 failed=0"),
    "terraform": ("", lambda i, r: f"{r.choice(WORDS)}_instance.web[{i}]: Still creating... [{10 * i}s elapsed]", "Apply complete! Resources: 80 added, 0 changed, 0 destroyed."),
    "kubernetes": ("", lambda i, r: f"I0301 {clock(i)}.123456       1 controller.go:{r.randint(90, 400)}] \"Reconciled\" pod=\"default/{r.choice(WORDS)}-{i}\" step={i} duration=\"{r.random():.3f}s\"", ""),
    "celery": ("", lambda i, r: f"[2026-03-01 {clock(i)},123: INFO/MainProcess] Task app.{r.choice(WORDS)}[{i:08x}] succeeded in {r.random():.6f}s: {i}", ""),
    "key_values": ("", lambda i, r: f"ts=2026-03-01T{clock(i)}Z level=info msg=\"request done\" status=200 duration={r.random():.4f} bytes={r.randint(90, 900)}", ""),
    "json_events": ("", lambda i, r: f'{{"ts": "2026-03-01T{clock(i)}Z", "level": "info", "step": "build-{i}", "msg": "done", "duration": {r.random():.4f}}}', ""),
    "json_requests": ("", lambda i, r: f'{{"time": {1_600_000_000 + i}, "method": "GET", "path": "/score", "status": 200, "ms": {r.uniform(1, 90):.2f}}}', ""),
    "beacon": ("", lambda i, r: f"INFO [{clock(i)}] Synced to slot {32 * i} epoch={i} root=0x{r.randint(10**6, 10**7):x} peers={r.randint(20, 90)} finalized={max(0, i - 2)}", ""),
    "chess_engine": ("", lambda i, r: f"info depth {i + 1} seldepth {i + 4} score cp {r.randint(-50, 90)} nodes {r.randint(10**4, 10**7)} nps 900000 time {9 * i} pv e2e4 e7e5", "bestmove e2e4"),
    "openfoam": ("Starting time loop\n", lambda i, r: f"Time = {i + 1}\n\nsmoothSolver:  Solving for Ux, Initial residual = {math.exp(-i / 20):.6g}, Final residual = {math.exp(-i / 20) / 20:.6g}, No Iterations 3\n"
                 f"ExecutionTime = {i * 0.4:.2f} s  ClockTime = {i // 2} s\n", "End"),
    "lammps": ("Step Temp E_pair E_mol TotEng Press", lambda i, r: f"{i * 100:8d} {r.gauss(300, 5):.4f} {r.gauss(-4000, 9):.4f} 0 {r.gauss(-3800, 9):.4f} {r.gauss(1, 40):.4f}", "Loop time of 12.3 on 1 procs for 8000 steps with 4000 atoms"),
    "gromacs": ("", lambda i, r: f"           Step           Time\n{i * 100:15d} {i * 0.2:14.5f}\n\n   Energies (kJ/mol)\n           Bond          Angle    LJ (SR)\n    {r.gauss(90, 2):.5e}    {r.gauss(300, 4):.5e}   {r.gauss(-4000, 9):.5e}\n", ""),
    "scf": ("", lambda i, r: f"     iteration # {i + 1:2d}     ecut=    30.00 Ry     beta= 0.70\n     total energy              =     {-15.8 - math.exp(-i):.8f} Ry\n     estimated scf accuracy    <       {math.exp(-i / 3):.8f} Ry", "     convergence has been achieved"),
    "mip": ("    Nodes    |    Current Node    |     Objective Bounds      |     Work\n Expl Unexpl |  Obj  Depth IntInf | Incumbent    BestBd   Gap | It/Node Time",
            lambda i, r: f"  {i * 40:5d}  {r.randint(9, 99)}  {r.uniform(90, 95):.4f}   {i % 9}   {r.randint(1, 30)}  {100 - i / 20:.5f}   {90 + i / 20:.5f}  {(80 - i) / 9:.2f}%  12.1    {i}s", ""),
    "simplex": ("", lambda i, r: f"Iteration {i * 50}   Primal infeasibility {math.exp(-i / 9):.4g}   Obj {1e4 - 40 * i:.4f}", "Optimal objective 9120.5"),
    "minimizer": ("", lambda i, r: f"  iter {i:4d}   f(x) = {math.exp(-i / 9):.6e}   |g| = {math.exp(-i / 5):.3e}", "Optimization terminated successfully.\n         Current function value: 0.000001"),
    "genetic": ("gen\tnevals\tavg\tstd\tmin\tmax", lambda i, r: f"{i}\t{r.randint(50, 90)}\t{50 + i / 2:.2f}\t{r.uniform(1, 5):.3f}\t{r.randint(20, 50)}\t{60 + i // 3}", ""),
    "sampler": ("", lambda i, r: f"Chain {i % 4 + 1} Iteration: {25 * i} / 2000 [{i * 125 // 100:3d}%]  ({'Warmup' if i < 40 else 'Sampling'})", ""),
    "k_means": ("Initialization complete", lambda i, r: f"Iteration {i}, inertia {900 + 400 * math.exp(-i / 9):.4f}.", "Converged at iteration 79: strict convergence."),
    "grid_search": ("Fitting 5 folds for each of 16 candidates, totalling 80 fits", lambda i, r: f"[CV {i % 5 + 1}/5] END ...C={10 ** (i // 20 - 2)}, kernel=rbf;, score={r.uniform(.8, .9):.3f} total time=   0.{i % 9}s", ""),
    "report": ("              precision    recall  f1-score   support\n", lambda i, r: f"{r.choice(WORDS) + str(i):>12}       {r.uniform(.8, 1):.2f}      {r.uniform(.8, 1):.2f}      {r.uniform(.8, 1):.2f}       {r.randint(9, 90)}", "\n    accuracy                           0.97        80"),
    "ocr": ("", lambda i, r: f"page {i + 1}: {r.randint(90, 900)} characters, mean accuracy {r.uniform(.9, 1):.3f}", ""),
    "speedtest": ("", lambda i, r: f"server {i}: download {r.uniform(40, 90):.2f} Mbit/s, upload {r.uniform(9, 20):.2f} Mbit/s, loss {r.uniform(0, 2):.1f}%", ""),
    "raid": ("", lambda i, r: f"[{'=' * (i // 4)}>{'.' * (20 - i // 4)}]  resync = {i * 1.25:.1f}% ({i * 4096}/327680) finish={80 - i}.0min speed=98304K/sec", ""),
    "git": ("", lambda i, r: f"{r.randint(10**9, 10**10):x} Lower the {r.choice(WORDS)} loss in step {i}, accuracy 0.{r.randint(80, 99)} before", ""),
    "changes": ("", lambda i, r: f"* {r.choice(WORDS)} {i}.{i % 4}: fixed the loss of precision in epoch {i} of the calendar", ""),
    "strace": ("", lambda i, r: f"{clock(i)}.{i:06d} read({i % 9}, \"\\0\\0\"..., 4096) = {r.randint(0, 4096)} <0.000{i:03d}>", ""),
    "perf": ("# Overhead  Command  Shared Object  Symbol", lambda i, r: f"    {r.uniform(0.1, 9):.2f}%  train    libc.so.6      [.] {r.choice(WORDS)}_{i}", ""),
    "valgrind": ("", lambda i, r: f"==900== {r.randint(9, 900)} bytes in {i} blocks are definitely lost in loss record {i} of 80", ""),
    "game": ("", lambda i, r: f"Round {i + 1}: {r.choice(WORDS)} wins, score {r.randint(0, 21)}-{r.randint(0, 21)}", ""),
    "robot": ("", lambda i, r: f"[INFO] [{1_600_000_000 + i}.123]: waypoint {i} reached, error {r.uniform(0, .2):.3f} m", ""),
    "print_3d": ("", lambda i, r: f"T:{r.uniform(205, 215):.2f} /210.00 B:{r.uniform(59, 61):.2f} /60.00 @:{r.randint(40, 90)} layer {i}/80", ""),
    "satellite": ("", lambda i, r: f"{clock(i)} lock=1 snr={r.uniform(9, 14):.1f}dB ber={10 ** -r.uniform(5, 8):.2e} packet loss={r.uniform(0, 1):.2f}%", ""),
}  # fmt: skip
