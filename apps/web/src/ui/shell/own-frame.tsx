import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { Mark } from '../base/mark.tsx'
import { texts } from '../base/texts.ts'
import classes from './own-frame.module.css'

/** The header of a page with its own frame, such as the steps of a reservation. */
export function FrameHeader({ children }: { children?: ReactNode }) {
  const { organisation } = useAccount()
  return (
    <header className={classes.top}>
      <Link to="/" className={classes.brand}>
        <Mark />
        {organisation.name}
      </Link>
      {children}
    </header>
  )
}

/** Such a page before it has anything to show: the places of its heading and fields. */
function Placeholder() {
  const t = useT(texts)
  return (
    <div className={classes.bones} role="status" aria-label={t('loading')}>
      {[16, 36, 60, 59, 58].map((height) => (
        <Skeleton key={height} height={height} width={`${40 + height}%`} radius="xs" />
      ))}
    </div>
  )
}

/** The frame of such a page around a message, or around its placeholder while it loads. */
export function OwnFrame({ children = <Placeholder /> }: { children?: ReactNode }) {
  return (
    <>
      <FrameHeader />
      <main id="content" className={classes.wrap}>
        {children}
      </main>
    </>
  )
}
