import { coverSvg } from '@shiloh/contract/covers'
import { type ReactNode, useMemo } from 'react'
import { useAccount } from '#platform/account'
import { LanguageSwitch } from './language-switch.tsx'
import { Mark } from './mark.tsx'
import classes from './shell.module.css'

/** Public and auth pages: what is asked on the left, a drawn picture on the right from 900 px. */
export function FullLayout({ children }: { children: ReactNode }) {
  const { organisation } = useAccount()
  // Drawn by ourselves from constants: nothing of a person's input is in it.
  const picture = useMemo(() => ({ __html: coverSvg(organisation.name, { motif: 'hills', palette: 'night' }) }), [organisation.name])
  return (
    <div className={classes.full}>
      <div className={classes.column}>
        <a className={classes.brand} href="/">
          <Mark />
          {organisation.name}
        </a>
        <main id="content" className={classes.ask}>
          {children}
        </main>
        <LanguageSwitch />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing */}
      <div className={classes.picture} dangerouslySetInnerHTML={picture} />
    </div>
  )
}
