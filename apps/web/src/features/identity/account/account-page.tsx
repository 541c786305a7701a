import { Link } from '@tanstack/react-router'
import { useAccount } from '#platform/account'
import { homes } from '#platform/guard'
import { useT } from '#platform/i18n'
import { AuthPage } from '../parts/page.tsx'
import parts from '../parts/parts.module.css'
import { texts as titles } from '../texts.ts'
import classes from './account.module.css'
import { ChurchSection } from './church-section.tsx'
import { ContactSection } from './contact-section.tsx'
import { DataSection } from './data-section.tsx'
import { NotifySection } from './notify-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SECTIONS } from './section.tsx'
import { SecuritySection, SessionsSection } from './security-section.tsx'
import { texts } from './texts.ts'

/** The own account: profile, contact, church, sign-in, sessions, data. */
export function AccountPage() {
  const t = useT(texts)
  const title = useT(titles)('account')
  const { user } = useAccount()
  if (!user) return null
  const hasChurch = user.user_type === 'user' && !user.is_not_member && user.country === 'GH'
  return (
    <AuthPage
      title={title}
      // A gate has no navigation around this page.
      lead={
        user.user_type === 'checkin_user' ? (
          <Link to={homes.checkin_user} className={parts.textLink}>
            {t('back', { home: t('home_checkin_user') })}
          </Link>
        ) : null
      }
    >
      <nav className={classes.contents} aria-label={t('on_this_page')}>
        {SECTIONS.filter((name) => name !== 'church' || hasChurch).map((name) => (
          <a key={name} href={`#${name}`}>
            {t(name)}
          </a>
        ))}
      </nav>
      <div className={classes.sections}>
        <ProfileSection person={user} />
        <ContactSection person={user} />
        {hasChurch ? <ChurchSection person={user} /> : null}
        <NotifySection person={user} />
        <SecuritySection />
        <SessionsSection />
        <DataSection />
      </div>
    </AuthPage>
  )
}
