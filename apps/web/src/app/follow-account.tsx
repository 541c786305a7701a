import { useThrottledCallback } from '@mantine/hooks'
import { useLive } from '#platform/live'
import { usePageActions } from '#platform/page-actions'

/** Several changes that are saved together are followed once. */
const restMs = 1000

/**
 * Keeps an open page in step with what its owner may do: permissions or settings that somebody changes elsewhere show
 * and hide buttons and menu items here, without a reload.
 */
export function FollowAccount() {
  const { followAccount } = usePageActions()
  const follow = useThrottledCallback(() => void followAccount(), restMs)
  useLive('permissions.changed', follow)
  useLive('settings.changed', follow)
  return null
}
