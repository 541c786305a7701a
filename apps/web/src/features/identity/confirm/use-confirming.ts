import { useSyncExternalStore } from 'react'
import { confirmation } from '#platform/confirmation'

/** Returns whether the re-authentication dialog is open. Other dialogs hide meanwhile. */
export const useConfirming = (): boolean => useSyncExternalStore(confirmation.subscribe, confirmation.isAsked)
