/** Returns whether letters are typed there. Elsewhere they are shortcuts, also on the checkbox of a row. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
