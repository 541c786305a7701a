import { useT } from '#platform/i18n'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { texts as passkeyTexts } from '../passkeys/texts.ts'
import { signInWithPasskey } from '../queries.ts'
import classes from './send-code.module.css'
import { texts } from './texts.ts'

interface StaffPasskeyProps {
  onSignedIn: () => Promise<void>
  onProblem: (message: string | undefined) => void
}

/** Signs staff in with a passkey alone: it is both steps at once. */
export function StaffPasskey({ onSignedIn, onProblem }: StaffPasskeyProps) {
  const t = useT(texts)
  const passkeys = useT(passkeyTexts)
  return (
    <div className={classes.other}>
      <p className={classes.or}>
        <span>{t('or')}</span>
      </p>
      <PasskeyButton
        label={passkeys('sign_in')}
        variant="default"
        onUse={async () => {
          await signInWithPasskey()
          await onSignedIn()
        }}
        onProblem={onProblem}
      />
      <p className="dim small">{passkeys('sign_in_hint')}</p>
    </div>
  )
}
