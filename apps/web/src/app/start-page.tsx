import { useEffect } from 'react'
import { Scaffold } from '#ui/feedback/scaffold'

/** Leaves the app for a public page, which the server renders completely and without scripts. */
export function PublicPage() {
  useEffect(() => location.reload(), [])
  return <Scaffold />
}
