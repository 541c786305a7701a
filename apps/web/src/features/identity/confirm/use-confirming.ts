import { useSyncExternalStore } from 'react'
import { confirmation } from '#platform/confirmation'

/** Whether the person is being asked to prove that it is them: another dialog steps aside meanwhile. */
export const useConfirming = (): boolean => useSyncExternalStore(confirmation.subscribe, confirmation.isAsked)
