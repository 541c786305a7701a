import { Button, Group, Modal } from '@mantine/core'
import { useT } from '#platform/i18n'
import { texts } from '../base/texts.ts'

/** 'You are Idle', with the seconds left and a button to resume. */
export function IdleDialog({ seconds, onResume }: { seconds: number; onResume: () => void }) {
  const t = useT(texts)
  return (
    <Modal opened onClose={onResume} title={t('idle_title')} withCloseButton={false}>
      <p aria-live="polite">{t('idle_text', { seconds })}</p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onResume} data-autofocus>
          {t('resume')}
        </Button>
      </Group>
    </Modal>
  )
}
