import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import { texts } from '../base/texts.ts'

/** The navigation of an area on a phone. */
export function NavDrawer({
  opened,
  onClose,
  children,
}: {
  opened: boolean
  onClose: () => void
  children: ReactNode
}) {
  const t = useT(texts)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('navigation')}
      size={300}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <nav aria-label={t('navigation')}>{children}</nav>
    </Drawer>
  )
}
