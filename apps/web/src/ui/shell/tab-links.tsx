import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './tab-links.module.css'

interface TabLinksProps {
  /** The subject of the tabs. */
  label: string
  tabs: readonly { readonly to: string; readonly label: string }[]
}

/** The parts of a page with their own addresses, as tabs. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const line = useRef<HTMLElement>(null)
  // Not all tabs fit on a phone: scrolls the open one into view.
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
