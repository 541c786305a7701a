import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { useModKey } from '#ui/base/mod-key'
import classes from './palette-button.module.css'
import { texts } from './texts.ts'

const load = () => import('./palette.tsx')
const Palette = lazyPart(() => load().then(({ Palette: component }) => ({ default: component })))

/** Milliseconds after which the code of the palette loads by itself, when the page is at rest. */
const REST_MS = 2000

/** The search of the top bar: a field to click on a wide screen, an icon on a phone, and Ctrl+K everywhere. */
export function PaletteButton() {
  const t = useT(texts)
  const mac = useOs() === 'macos'
  const mod = useModKey()
  const [opened, { open, close }] = useDisclosure()
  const [typed, setTyped] = useState('')
  const show = () => {
    setTyped('')
    open()
  }
  useHotkeys([['mod+K', show]], [])
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!opened) return
    // Letters that are typed before the field has the focus: while the code loads, and until it is drawn.
    const keep = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return
      if (event.key === 'Backspace') setTyped((text) => text.slice(0, -1))
      else if (event.key.length === 1) setTyped((text) => text + event.key)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', keep)
    return () => removeEventListener('keydown', keep)
  }, [opened])
  return (
    <>
      <UnstyledButton
        className={classes.button ?? ''}
        aria-keyshortcuts={mac ? 'Meta+K' : 'Control+K'}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={show}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        {/* On a phone it is the whole name. */}
        <VisuallyHidden>{t('search')}</VisuallyHidden>
        <span className={classes.hint}>{t('placeholder')}</span>
        <kbd>{mac ? '⌘ K' : `${mod}+K`}</kbd>
      </UnstyledButton>
      {opened ? (
        <Suspense>
          <Palette typed={typed} onType={setTyped} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}
