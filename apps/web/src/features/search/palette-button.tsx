import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useT } from '#platform/i18n'
import classes from './palette-button.module.css'
import { texts } from './texts.ts'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: component }) => ({ default: component })))

/** The search of the top bar: a field to click on a wide screen, an icon on a phone, and Ctrl K everywhere. */
export function PaletteButton() {
  const t = useT(texts)
  const mac = useOs() === 'macos'
  const [opened, { open, close }] = useDisclosure()
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <UnstyledButton className={classes.button ?? ''} aria-keyshortcuts={mac ? 'Meta+K' : 'Control+K'} onClick={open}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        {/* On a phone it is the whole name. */}
        <VisuallyHidden>{t('search')}</VisuallyHidden>
        <span className={classes.hint}>{t('placeholder')}</span>
        <kbd>{mac ? '⌘ K' : 'Ctrl K'}</kbd>
      </UnstyledButton>
      {opened ? (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}
