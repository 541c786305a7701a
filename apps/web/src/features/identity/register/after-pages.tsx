import { Button } from '@mantine/core'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { Link, useSearch } from '@tanstack/react-router'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { session } from '#platform/session'
import { LinkButton } from '#ui/base/link-button'
import { AuthPage } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { texts as parts } from '../parts/texts.ts'
import { useEventAhead } from '../parts/use-event-ahead.ts'
import { texts as titles } from '../texts.ts'
import { texts } from './texts.ts'

/** Shown while sign-ups are closed. */
export function RegisterClosedPage() {
  const t = useT(texts)
  const title = useT(titles)('register_closed')
  const words = useT(parts)
  const { organisation } = useAccount()
  const contact = [organisation.phone && formatPhone(organisation.phone), organisation.email]
    .filter(Boolean)
    .join(' · ')
  return (
    <AuthPage title={title} lead={t('closed_lead', { church: organisation.name })}>
      <div className={classes.form}>
        {contact ? <p>{t('closed_contact', { contact })}</p> : null}
        <Button component={Link} to="/auth/login" fullWidth>
          {words('sign_in')}
        </Button>
        <Button component="a" href="/events" variant="default" fullWidth>
          {t('see_events')}
        </Button>
      </div>
    </AuthPage>
  )
}

/** After registration: what happens next. */
export function RegisterSuccessPage() {
  const t = useT(texts)
  const title = useT(titles)('register_success')
  const words = useT(parts)
  const { approval = false } = useSearch({ from: '/auth/register/success' })
  const { organisation } = useAccount()
  const email = session.registeredEmail()
  const ahead = useEventAhead()
  return (
    <AuthPage
      title={title}
      lead={email ? t('success_lead', { email }) : t('success_plain')}
      below={
        email ? (
          <p>
            <span className="dim">{t('no_mail')}</span>{' '}
            <Link to="/auth/register/confirm-email">{t('send_mail_again')}</Link>
          </p>
        ) : null
      }
    >
      <ol className={classes.steps}>
        <li>{t('step_mail', { church: organisation.name })}</li>
        {approval ? <li>{t('step_approval')}</li> : null}
        <li>{t('step_sign_in')}</li>
        {ahead.name ? <li>{t('step_reserve', { event: ahead.name })}</li> : null}
      </ol>
      <LinkButton to="/auth/login" search={{ with: 'password' }} variant="default" fullWidth>
        {words('sign_in')}
      </LinkButton>
    </AuthPage>
  )
}

/** The address is confirmed. */
export function WelcomePage() {
  const t = useT(texts)
  const words = useT(parts)
  const { approval = false } = useSearch({ from: '/auth/register/welcome' })
  const { organisation, user } = useAccount()
  const ahead = useEventAhead()
  const plain = t(user ? 'welcome_changed' : approval ? 'welcome_pending' : 'welcome_lead')
  return (
    <AuthPage
      title={t('welcome_title', { church: organisation.name })}
      lead={ahead.name && !user && !approval ? t('welcome_ahead', { event: ahead.name }) : plain}
    >
      <div className={classes.form}>
        {user || !approval ? (
          <LinkButton {...(user ? { to: '/' } : { to: '/auth/login', search: { with: 'password' } })} fullWidth>
            {ahead.name ? t('welcome_go_on') : words(user ? 'continue' : 'sign_in')}
          </LinkButton>
        ) : (
          <Button component="a" href="/events" variant="default" fullWidth>
            {t('see_events')}
          </Button>
        )}
      </div>
    </AuthPage>
  )
}
