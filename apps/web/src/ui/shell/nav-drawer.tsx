import { Drawer } from '@mantine/core'
import { useT } from '#platform/i18n'
import { texts } from '../base/texts.ts'
import { NavList } from './nav.tsx'

/** The navigation of an area on a phone. */
export function NavDrawer({
  area,
  opened,
  onClose,
}: {
  area: 'client' | 'vendor' | 'admin'
  opened: boolean
  onClose: () => void
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
      <nav aria-label={t('navigation')}>
        <NavList area={area} onNavigate={onClose} />
      </nav>
    </Drawer>
  )
}
