import type { z } from 'zod'
import type { Language } from '../core.ts'
import type { EventCard } from '../events/events.ts'
import type { ClientGroup, publicSettings } from '../organisation.ts'

/** Kinds of sign-in: each kind of account has its own (docs/domain.md#areas). */
export const SIGN_IN_KINDS = ['user', 'admin', 'check-in'] as const
export type SignInKind = (typeof SIGN_IN_KINDS)[number]
export const isSignInKind = (value: unknown): value is SignInKind => SIGN_IN_KINDS.some((kind) => kind === value)

/** Pages that the server paints: a sign-in for each kind of account, and the registration. */
export type PaintedKind = SignInKind | 'register'

/** What a painted sign-in shows. */
export interface SignInPage {
  readonly language: Language
  readonly kind: PaintedKind
  readonly settings: z.output<typeof publicSettings>
  readonly organisation: ClientGroup
}

/** What a painted home shows: what it shows to everybody. What is one's own comes with the app. */
export interface HomePage {
  readonly language: Language
  readonly settings: z.output<typeof publicSettings>
  readonly organisation: ClientGroup
  /** The next events. */
  readonly events: readonly EventCard[]
}

/** A page of the app as the server writes it, before the app is there. */
export interface PaintedPage {
  readonly title: string
  /** The content of the app's root. It has no styles of its own: the policy of the page would forbid them. */
  readonly html: string
  /** Belongs in a style element. */
  readonly css: string
  /** The files of the app are loaded with the page, or by its script when somebody touches it. */
  readonly loads: 'at_once' | 'when_touched'
  /** A function expression. Called with the files of the app, it notes what happens until the app is there. */
  readonly script: string
  /** What the script says when the app cannot be loaded. */
  readonly failed: string
}

/** The type of `renderSignIn`, which `dist/server/public.js` of the web workspace exports. */
export type RenderSignIn = (page: SignInPage) => Promise<PaintedPage>

/** The type of `renderHome`, which the same file exports. */
export type RenderHome = (page: HomePage) => Promise<PaintedPage>

/** The type of `earlyScript`, which the same file exports: what a page of the app runs before its code is there. */
export type EarlyScript = (path: string, language: Language) => string | undefined
