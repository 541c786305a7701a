import { useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import classes from './other-way.module.css'
import { texts } from './texts.ts'

/**
 * Leads to the form of another way to sign in. Before the app is there, it is a page of its own.
 * @param onChoose called before it leads there
 */
export function OtherWay({ way, onChoose }: { way: 'code' | 'password'; onChoose?: () => void }) {
  const t = useT(texts)
  return (
    <div className={classes.other}>
      <Or />
      <LinkButton
        to="/auth/login"
        search={{ with: way }}
        variant="default"
        fullWidth
        data-waits=""
        onClick={() => onChoose?.()}
      >
        {t(way === 'code' ? 'code_instead' : 'use_password')}
      </LinkButton>
    </div>
  )
}

export function Or() {
  const t = useT(texts)
  return (
    <p className={classes.or}>
      <span>{t('or')}</span>
    </p>
  )
}
