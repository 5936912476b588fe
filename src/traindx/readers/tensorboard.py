"""TensorBoard's event files.

Where it comes from: `SummaryWriter` of torch and tensorboardX, `tf.summary` of TensorFlow 1 and 2, the TensorBoard
callback of Keras, the loggers of Lightning and of the transformers Trainer, in `events.out.tfevents.<time>.<host>...`.
The files of one folder are one run, and a later file supersedes the steps that it writes again. Folders called train,
validation, val, eval or test hold the splits of the run in the folder above; those of `add_scalars` (`loss_train`,
`loss/train`) belong to the folder above too.

What is in it: scalars by tag with step and wall time, in both spellings (`simple_value` and `tensor`), float32 values
as exactly that. Of several tags with one meaning the one with most points has our name, the others keep their own. The
hyper-parameters of the hparams plugin are settings. Steps are what the program called so. Keras counts epochs in
`epoch_<name>`, steps in `batch_<name>` (running means since the epoch began) and `evaluation_<name>_vs_iterations`:
without batches the axis is epochs, with them it is steps and an epoch stands where it ended. Evaluations that count 0,
1, 2 beside many more training steps stand where the training stood by the clock. Steps that never move are replaced by
the order of the points; steps that begin anew with every epoch are laid end to end. A fact tells each such change.

What is lost: histograms, images, audio, text and graphs. Damage inside a record that can still be understood is not
seen: only the checksum of the length is verified. A count that all of training and evaluation share, one by one, is
taken for epochs.
"""

from __future__ import annotations

import posixpath
import re

from traindx.decoding.event_log import EventLog
from traindx.decoding.hparams import session
from traindx.decoding.nested_settings import flattened
from traindx.decoding.rows import split_of
from traindx.decoding.tag_curves import Curves, Told, ending
from traindx.decoding.tfrecord import Frames, masked_crc32c
from traindx.schema import Fact, Head, Match, Run, reader

KERAS = re.compile(r"(epoch|batch)_(.+)|evaluation_(.+)_vs_iterations")
WRITERS_NUMBER = re.compile(r"tfevents\.\d+\..*\.\d+\.(\d+)(?:\D|$)")  # the last of <time>.<host>.<process>.<n>
HEAD_BYTES = 12
OF_THE_WHOLE = frozenset(("train/train_loss",))  # the transformers Trainer's mean over the whole training


def accepts(head: Head) -> Match:
    """A frame whose length agrees with its checksum, and an event in it."""
    if len(head.data) < HEAD_BYTES:
        return Match(0, "it is shorter than the head of a record")
    if int.from_bytes(head.data[8:HEAD_BYTES], "little") != masked_crc32c(head.data[:8]):
        return Match(0, "it does not begin with a length and its checksum")
    record = next(iter(Frames().feed(head.data)), b"")
    if b"brain.Event:" in record[:40]:
        return Match(0.99, "a record that says brain.Event")
    if "tfevents" in head.name and record[:1] in (b"\x09", b""):
        return Match(0.95 if record else 0.6, "records, in a file called tfevents")
    return Match(0, "its records are no events")


@reader(accepts=accepts, appended=True)
class Tensorboard:
    def __init__(self, head: Head) -> None:
        self.head = head
        self.log = EventLog()

    def feed(self, piece: bytes) -> None:
        self.log.feed(piece)

    def runs(self) -> list[Run]:
        found = self.log.scalars()
        settings = flattened({key: one for content in self.log.settings for key, one in session(content).items()})
        if not found and not settings:
            return []
        folder, split, under = _place(self.head, list(found))
        facts = [Fact("resumed", step, step=step) for step in self.log.restarts if step > 0]
        if self.log.refused:
            facts.append(Fact("records refused", self.log.refused))
        if self.log.frames.damaged:
            facts.append(Fact("damaged", self.log.frames.damaged))
        trainer = {"train/epoch", "train/loss"} <= found.keys() or "train/train_runtime" in found
        told = {tag: _told(tag, split, under, trainer=trainer) for tag in found}
        # Only Keras has folders for its splits and counts in the tags.
        keras = split is not None and any(one.counts in ("epoch", "evaluation") for one in told.values())
        run = Run(
            id=folder,
            source=self.head.path,
            format="tensorboard",
            framework="keras" if keras else "transformers" if trainer else None,
            settings=settings,
            facts=facts,
        )
        return [Curves(found, told).onto(run)]


def _place(head: Head, tags: list[str]) -> tuple[str, str | None, str | None]:
    """The folder that is the run, the split that the file's folder names, and what it adds to the only tag."""
    folder, name = posixpath.split(head.folder.rstrip("/"))
    folder = folder or ("/" if head.folder.startswith("/") else ".")
    tag = tags[0] if len(tags) == 1 else ""
    prefix = tag.replace("/", "_") + "_"
    if tag and name.startswith(prefix) and name != prefix:
        added = name.removeprefix(prefix)
        number = WRITERS_NUMBER.search(head.name)
        if split_of(added) or (number and int(number[1]) > 0):  # a process's first writer is a run of its own
            return folder, split_of(added), added
    split = split_of(name)
    if split is None:
        return head.folder, None, None
    if tag and (folder == tag or folder.endswith(f"/{tag}")):
        return folder.removesuffix(tag).rstrip("/") or ".", split, None
    return folder, split, None


def _told(tag: str, split: str | None, under: str | None, *, trainer: bool) -> Told:
    """What a tag says of itself; `under` is what `add_scalars` made of it in the name of its folder."""
    own = f"{split}/{tag}" if split else f"{tag}/{under}" if under else tag
    found = KERAS.fullmatch(tag)
    if found and found[1]:
        return Told(found[2], own, split, found[1], "running" if found[1] == "batch" else "epoch")
    if found:
        return Told(found[3], own, split or "val", "evaluation")
    if trainer:
        return Told("" if tag in OF_THE_WHOLE else tag, own, split, per="window" if tag == "train/loss" else None)
    return Told(own if under and split is None else tag, own, split, per=ending(tag))
