import { useState } from 'react'

/**
 * A text that stays in the tab until it was sent: under the key, also when the network or the page is gone. It begins as
 * `initial` says.
 */
export function useKeptText(key: string, initial = ''): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? initial)
  return [
    text,
    (next) => {
      setText(next)
      if (next === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, next)
    },
  ]
}
