import { createContext, useContext, useEffect } from 'react'

/** Tells the frame of the area what the shown record is called. */
export const PageNameContext = createContext<(name: string | undefined) => void>(() => {})

/** Ends the breadcrumbs with the name of the record that this page shows. */
export function usePageName(name: string): void {
  const tell = useContext(PageNameContext)
  useEffect(() => {
    tell(name)
    return () => tell(undefined)
  }, [tell, name])
}
