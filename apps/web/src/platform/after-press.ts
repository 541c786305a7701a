/** Whether a button or a finger is down. A browser moves the focus at that moment, and clicks where it is released. */
let isDown = false
let waiting: (() => void)[] = []

function release(): void {
  isDown = false
  const acts = waiting
  waiting = []
  for (const act of acts) act()
}

// A press that ends outside the window or drags something has no `mouseup`: the next one releases it at the latest.
globalThis.window?.addEventListener(
  'mousedown',
  ({ button }) => {
    release()
    isDown = button === 0
  },
  { capture: true },
)
// After whoever listens to the click: drawn before, a checkbox would get its old state back, and the click would change nothing.
globalThis.window?.addEventListener('click', release)
// No click follows where somebody presses in one place and lets go in another.
globalThis.window?.addEventListener('mouseup', () => setTimeout(release), { capture: true })
globalThis.window?.addEventListener('dragend', release, { capture: true })
globalThis.window?.addEventListener('blur', ({ target }) => target === globalThis.window && release(), {
  capture: true,
})

/**
 * Does something that can move what is on the page: at once, or, while somebody presses, once they have let go. The message
 * below a field that somebody leaves with a tap would otherwise push what they tap away from under the finger.
 */
export function afterPress(act: () => void): void {
  if (isDown) waiting.push(act)
  else act()
}
