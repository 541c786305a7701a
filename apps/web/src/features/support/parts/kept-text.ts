import { useState } from 'react'

/** A text that stays in the tab until it was sent: under the key, also when the network or the page is gone. */
export function useKeptText(key: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  return [
    text,
    (next) => {
      setText(next)
      if (next === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, next)
    },
  ]
}
