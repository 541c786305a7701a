import { coverSvg } from '@shiloh/contract/events/covers'
import type { ReactNode } from 'react'
import { useAccount } from '#platform/account'
import { Mark } from '../base/mark.tsx'
import { AccountCorner } from './account-corner.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import classes from './shell.module.css'

// With this seed the sun is visible in both a tall and a wide crop.
const picture = { __html: coverSvg('morning', { motif: 'hills', palette: 'night' }) }

interface FullLayoutProps {
  /** A page with much content takes the space of the image. */
  wide?: boolean
  /** In place of the account menu. */
  corner?: ReactNode
  children: ReactNode
}

/** Public and auth pages: content on the left, a drawn image on the right from 900 px. */
export function FullLayout({ wide = false, corner = <AccountCorner />, children }: FullLayoutProps) {
  const { organisation } = useAccount()
  return (
    <div className={wide ? classes.wide : classes.full}>
      <div className={classes.column}>
        <header className={classes.head}>
          <a className={classes.brand} href="/">
            <Mark />
            {organisation.name}
          </a>
          {corner}
        </header>
        <main id="content" className={classes.ask}>
          {children}
        </main>
        <LanguageSwitch />
      </div>
      {wide ? null : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing
        <div className={classes.picture} dangerouslySetInnerHTML={picture} />
      )}
    </div>
  )
}
