"""Plain PyTorch: where the probe listens, and nothing more; what it hears goes to `torch_watching`.

It replaces functions, never objects of the user's: a module, an optimizer or a tensor is left without a trace, so
copies, pickles and checkpoints stay what they were. Each replacement calls the original first or last with the same
arguments, passes its exceptions on without its own frame, and does nothing while a program is being compiled or traced.
"""

from __future__ import annotations

import functools
import os
import time
from typing import Any, Callable

from .torch_watching import Watching

LOSSES = (
    "cross_entropy", "nll_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits", "mse_loss", "l1_loss",
    "smooth_l1_loss", "huber_loss", "kl_div", "ctc_loss", "gaussian_nll_loss", "poisson_nll_loss",
    "multilabel_margin_loss", "multi_margin_loss", "hinge_embedding_loss", "cosine_embedding_loss",
    "triplet_margin_loss", "margin_ranking_loss", "soft_margin_loss", "multilabel_soft_margin_loss",
)  # fmt: skip


_ATTACHED: list[Watching] = []


def attach(folder: str) -> Watching | None:
    """Listens to every training of this process; a second call changes nothing."""
    import torch

    if _ATTACHED:
        return None
    watching = Watching(folder)
    _ATTACHED.append(watching)
    for put in (_backward, _optimizers, _modules, _losses, _loaders, _clipping, _scaling):
        watching.guarded(put, torch, watching)  # what this version has not is not replaced: the rest is still heard
    os.register_at_fork(after_in_child=watching.forked)
    return watching


def _backward(torch: Any, watching: Watching) -> None:
    original, compiling = torch.autograd.backward, torch.compiler.is_compiling

    @functools.wraps(original)
    def backward(*args: Any, **kwargs: Any) -> Any:
        if compiling():
            return original(*args, **kwargs)
        outermost = not watching.inside
        if outermost:
            watching.guarded(watching.backward_begins, args, kwargs)
        watching.inside = True
        try:
            result = original(*args, **kwargs)
        except BaseException as error:
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raise
        finally:
            watching.inside = not outermost
        if outermost:
            watching.guarded(watching.backward_ended)
        return result

    torch.autograd.backward = backward


def _optimizers(torch: Any, watching: Watching) -> None:
    from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook

    compiling = torch.compiler.is_compiling

    def before(optimizer: Any, args: Any, kwargs: Any) -> None:
        if not compiling():
            watching.guarded(watching.step_begins, optimizer, bool(args or kwargs.get("closure")))

    def after(optimizer: Any, args: Any, kwargs: Any) -> None:
        if not compiling():
            watching.guarded(watching.step_ended, optimizer)

    register_optimizer_step_pre_hook(before)
    register_optimizer_step_post_hook(after)
    made = torch.optim.Optimizer.__init__

    @functools.wraps(made)
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        try:
            made(self, *args, **kwargs)
        except BaseException as error:
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raise
        if not compiling():
            watching.guarded(watching.optimizer_made, self)

    torch.optim.Optimizer.__init__ = __init__


def _modules(torch: Any, watching: Watching) -> None:
    original, compiling, grad = torch.nn.Module.__call__, torch.compiler.is_compiling, torch.is_grad_enabled

    @functools.wraps(original)
    def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
        if compiling():
            return original(self, *args, **kwargs)
        heard = watching.calls
        try:
            result = original(self, *args, **kwargs)
        except BaseException as error:
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raise
        if watching.inside:  # computed again within backward
            return result
        if watching.hearing:
            watching.guarded(watching.module_called, self, result)
        if heard == watching.calls and not grad() and type(result) is torch.Tensor and result.dim() == 0:
            watching.guarded(watching.loss_called, type(self).__name__, args, kwargs, result)
        return result

    torch.nn.Module.__call__ = __call__


def _losses(torch: Any, watching: Watching) -> None:
    functional, compiling = torch.nn.functional, torch.compiler.is_compiling
    tracing = torch.jit.is_tracing
    originals: dict[str, Callable[..., Any]] = {}

    def listened(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def loss(*args: Any, **kwargs: Any) -> Any:
            if compiling():
                return original(*args, **kwargs)
            outermost = not (watching.inside or watching.within or tracing())
            before, watching.within = watching.within, True
            try:
                result = original(*args, **kwargs)
            except BaseException as error:
                error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
                raise
            finally:
                watching.within = before
            if outermost:
                watching.guarded(watching.loss_called, name, args, kwargs, result)
            return result

        return loss

    for name in LOSSES:
        original = getattr(functional, name, None)
        if original is not None:
            originals[name] = original
            setattr(functional, name, listened(name, original))
    _scripting(torch, functional, originals)


def _scripting(torch: Any, functional: Any, originals: dict[str, Callable[..., Any]]) -> None:
    """A compiler of source text must find the originals."""
    script = torch.jit.script

    @functools.wraps(script)
    def scripted(*args: Any, **kwargs: Any) -> Any:
        ours = {name: getattr(functional, name) for name in originals}
        for name, original in originals.items():
            setattr(functional, name, original)
        try:
            return script(*args, **kwargs)
        except BaseException as error:
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raise
        finally:
            for name, one in ours.items():
                setattr(functional, name, one)

    torch.jit.script = scripted


def _loaders(torch: Any, watching: Watching) -> None:
    iterator = torch.utils.data.dataloader._BaseDataLoaderIter
    original = iterator.__next__

    @functools.wraps(original)
    def __next__(self: Any) -> Any:
        begun = time.perf_counter()
        try:
            batch = original(self)
        except BaseException as error:
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raise
        watching.waited += time.perf_counter() - begun
        watching.fetched += 1
        return batch

    iterator.__next__ = __next__


def _clipping(torch: Any, watching: Watching) -> None:
    import torch.nn.utils.clip_grad as where

    original = where.clip_grad_norm_

    @functools.wraps(original)
    def clip_grad_norm_(*args: Any, **kwargs: Any) -> Any:
        try:
            norm = original(*args, **kwargs)
        except BaseException as error:
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raise
        if not torch.compiler.is_compiling():
            watching.guarded(watching.clipped, norm, args, kwargs)
        return norm

    where.clip_grad_norm_ = torch.nn.utils.clip_grad_norm_ = clip_grad_norm_


def _scaling(torch: Any, watching: Watching) -> None:
    scaler = torch.amp.GradScaler
    original = scaler.scale

    @functools.wraps(original)
    def scale(self: Any, outputs: Any) -> Any:
        watching.guarded(watching.scaled, outputs)
        try:
            return original(self, outputs)
        except BaseException as error:
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raise

    scaler.scale = scale
