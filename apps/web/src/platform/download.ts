import type { FileAnswer } from './client.ts'

/** Downloads a file under its name. */
export function saveFile({ blob, name }: FileAnswer): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
