/** Parses a typed amount to minor units: `1,680.00`, `1.680,00`, `1680`. Returns null if it is no amount. */
export const parseAmount = (text: string): number | null => {
  const plain = text.replace(/[\s\u00a0\u202f']/g, '')
  // The last separator followed by one or two digits is the decimal one. All others are group separators.
  const match = /^(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(plain)
  if (!match) return null
  const whole = (match[1] ?? '').replace(/[.,]/g, '')
  const minor = Number(whole) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}
