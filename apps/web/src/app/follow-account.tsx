import { useThrottledCallback } from '@mantine/hooks'
import { useLive } from '#platform/live'
import { usePageActions } from '#platform/page-actions'

/** Groups several changes that are saved together. */
const restMs = 1000

/**
 * Keeps an open page up to date with the permissions of its user: changes made elsewhere show and hide buttons and menu
 * items without a reload.
 */
export function FollowAccount() {
  const { followAccount } = usePageActions()
  const follow = useThrottledCallback(() => void followAccount(), restMs)
  useLive('permissions.changed', follow)
  useLive('settings.changed', follow)
  return null
}
