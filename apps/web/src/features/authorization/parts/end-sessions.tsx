import { IconLogout } from '@tabler/icons-react'
import { useT } from '#platform/i18n'
import { texts } from '../texts.ts'
import { ActButton } from './act-button.tsx'

/** Ends all sessions of an account. The account itself does not change. */
export function EndSessions({ name, onEnd }: { name: string; onEnd: () => Promise<unknown> }) {
  const t = useT(texts)
  return (
    <ActButton
      danger
      label={t('end_sessions')}
      icon={IconLogout}
      ask={{ title: t('end_sessions_question', { name }), text: t('end_sessions_text') }}
      done={t('sessions_ended', { name })}
      onAct={onEnd}
    />
  )
}
