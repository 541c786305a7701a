import type { Service } from '#platform/deps'
import type { Work } from '#platform/jobs/work'

/** What else has to follow accounts, in the same transaction. The features that do it are given when the server starts. */
interface AccountFollowers extends Service {
  /**
   * Called before these people of spouse lists are linked to the accounts of a couple, and before any of them is locked. Returns what
   * to do once they are linked.
   */
  beforeLink(work: Work, spouseIds: readonly string[], couple: readonly string[]): Promise<() => Promise<void>>
  /** Called before an account is erased or deleted, and before it is locked. */
  beforeErasure(work: Work, userId: string): Promise<void>
  /** Called before an account is deactivated. Returns what to do once it is. */
  beforeDeactivation(work: Work, userId: string): Promise<() => Promise<void>>
}

declare module '#platform/deps' {
  interface Services {
    readonly accounts: AccountFollowers
  }
}

export const followersOf = ({ deps }: Work): AccountFollowers => deps.services.accounts
