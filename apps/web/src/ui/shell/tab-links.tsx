import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './tab-links.module.css'

interface TabLinksProps {
  /** What the parts belong to. */
  label: string
  tabs: readonly { readonly to: string; readonly label: string }[]
}

/** The parts of a page that have addresses of their own, as a line of tabs. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const line = useRef<HTMLElement>(null)
  // On a phone not all of them fit: the one that is open does.
  useEffect(() => {
    line.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  return (
    <nav ref={line} className={classes.tabs} aria-label={label} data-no-print>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} activeOptions={{ exact: true, includeSearch: false }}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
