import type { z } from 'zod'
import type { contentRoutes } from '../content.ts'
import type { DataOf, Language } from '../core.ts'
import type { EventCard, UserEvent } from '../events/events.ts'
import type { ClientGroup, publicSettings } from '../organisation.ts'

/** Kinds of sign-in: each kind of account has its own (docs/domain.md#areas). */
export const SIGN_IN_KINDS = ['user', 'admin', 'check-in'] as const
export type SignInKind = (typeof SIGN_IN_KINDS)[number]
export const isSignInKind = (value: unknown): value is SignInKind => SIGN_IN_KINDS.some((kind) => kind === value)

/** The ways to sign in of each kind of account. It begins with the first, unless the device used another one last. */
const SIGN_IN_WAYS = {
  user: ['code', 'password'],
  admin: ['password', 'passkey'],
  'check-in': ['password'],
} as const
export type SignInWay = (typeof SIGN_IN_WAYS)[SignInKind][number]

/** The cookie with the way that somebody signed in on this device last. It says nothing about who it was. */
export const SIGN_IN_WAY_COOKIE = 'shiloh_sign_in'

/** Returns the first of the given ways that a kind of account has, or the way that its sign-in begins with. */
export const signInWay = (kind: SignInKind, ...wanted: readonly unknown[]): SignInWay => {
  const ways: readonly SignInWay[] = SIGN_IN_WAYS[kind]
  return wanted.flatMap((one) => ways.find((way) => way === one) ?? [])[0] ?? SIGN_IN_WAYS[kind][0]
}

/** Pages that the server paints: a sign-in for each kind of account, and the registration. */
export type PaintedKind = SignInKind | 'register'

/** What a painted sign-in shows. */
export interface SignInPage {
  readonly language: Language
  readonly kind: PaintedKind
  /** How a sign-in begins. */
  readonly way?: SignInWay
  /** Where a visitor wants to go on: the page, and the name of its event. */
  readonly ahead?: { readonly path: string; readonly name: string }
  readonly settings: z.output<typeof publicSettings>
  readonly organisation: ClientGroup
}

/** What the server knows of a page of the app before the app is there. What is one's own comes with the app. */
export interface AppPage {
  readonly language: Language
  /** Without the query. */
  readonly path: string
  /** Whether the browser says that somebody is signed in. */
  readonly isSignedIn: boolean
  readonly settings: z.output<typeof publicSettings>
  readonly organisation: ClientGroup
  /** The next events, for the home. */
  readonly events?: readonly EventCard[]
  /** The event of the address, as everybody sees it. */
  readonly event?: UserEvent
  /** Frequent questions, for the page of an event. */
  readonly faqs?: DataOf<typeof contentRoutes.listPublicFaqs>
}

/** A page of the app as the server writes it, before the app is there. */
export interface PaintedPage {
  readonly title: string
  /** The content of the app's root. It has no styles of its own: the policy of the page would forbid them. */
  readonly html: string
  /** Belongs in a style element. */
  readonly css: string
  /** Classes of the app that the page's script adds: what this phone kept of the last time. Omitted: it adds nothing. */
  readonly adds?: string
  /**
   * `when_touched`: the page's script loads the app when somebody touches the page. The app comes with the others: it
   * gets ready `beside` a page that is complete, and takes the place of a `frame` as soon as its code is there.
   */
  readonly loads: 'when_touched' | 'beside' | 'frame'
  /** Addresses of the API that the app is going to ask for, beside those that follow from the path. */
  readonly asks?: readonly string[]
  /** A function expression. Called with the files of the app, it notes what happens until the app is there. */
  readonly script: string
  /** What the script says when the app cannot be loaded. */
  readonly failed: string
}

/** The type of `renderSignIn`, which `dist/server/public.js` of the web workspace exports. */
export type RenderSignIn = (page: SignInPage) => Promise<PaintedPage>

/** The type of `renderApp`, which the same file exports. */
export type RenderApp = (page: AppPage) => Promise<PaintedPage>

/** The type of `earlyScript`, which the same file exports: what a page of the app runs before its code is there. */
export type EarlyScript = (path: string, language: Language, asks?: readonly string[]) => string | undefined
