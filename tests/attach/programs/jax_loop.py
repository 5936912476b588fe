"""Pure JAX: weights in a dictionary, a compiled step.

Requires: jax
"""

import jax
import jax.numpy as jnp

key = jax.random.PRNGKey(59)
k1, k2, k3 = jax.random.split(key, 3)
params = {"w1": jax.random.normal(k1, (5, 16)) * 0.4, "w2": jax.random.normal(k2, (16, 1)) * 0.2}
x = jax.random.normal(k3, (200, 5))
y = jnp.sin(x.sum(1, keepdims=True))


def loss_fn(params, x, y):
    return jnp.mean((jnp.tanh(x @ params["w1"]) @ params["w2"] - y) ** 2)


@jax.jit
def update(params, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss


for step in range(60):
    params, loss = update(params, x[:160], y[:160])
    if step % 15 == 14:
        print(f"step {step + 1} loss {loss:.4f} val {loss_fn(params, x[160:], y[160:]):.4f}")
