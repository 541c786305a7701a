import { useEffect } from 'react'
import { Scaffold } from '#ui/feedback/scaffold'

/** A guest who comes to a public page from inside the app: the server has it complete and without script. */
export function PublicPage() {
  useEffect(() => location.reload(), [])
  return <Scaffold />
}
