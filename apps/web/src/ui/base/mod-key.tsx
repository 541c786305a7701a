import { useOs } from '@mantine/hooks'
import { useLanguage } from '#platform/i18n'

/** Returns the name of the key that begins a shortcut, as it is printed on keyboards of the reader's language. */
export function useModKey(): string {
  const os = useOs()
  const language = useLanguage()
  if (os === 'macos') return '⌘'
  return language === 'de' ? 'Strg' : 'Ctrl'
}
