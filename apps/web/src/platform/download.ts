import type { FileAnswer } from './client.ts'

/** Hands a file to the browser under its name. */
export function saveFile({ blob, name }: FileAnswer): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
