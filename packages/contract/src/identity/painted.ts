import type { z } from 'zod'
import type { Language } from '../core.ts'
import type { ClientGroup, publicSettings } from '../organisation.ts'

/** Kinds of sign-in: each kind of account has its own (docs/domain.md#areas). */
export const SIGN_IN_KINDS = ['user', 'admin', 'check-in'] as const
export type SignInKind = (typeof SIGN_IN_KINDS)[number]
export const isSignInKind = (value: unknown): value is SignInKind => SIGN_IN_KINDS.some((kind) => kind === value)

/** Pages that the server paints: a sign-in for each kind of account, and the registration. */
export type PaintedKind = SignInKind | 'register'

/** What a painted page shows. */
export interface SignInPage {
  readonly language: Language
  readonly kind: PaintedKind
  readonly settings: z.output<typeof publicSettings>
  readonly organisation: ClientGroup
}

/** A page of the app as the server writes it, before the app is there. */
export interface PaintedPage {
  readonly title: string
  /** The content of the app's root. It has no styles of its own: the policy of the page would forbid them. */
  readonly html: string
  /** Belongs in a style element. */
  readonly css: string
  /** A function expression. Called with the files of the app, it loads them when somebody touches the page. */
  readonly script: string
  /** What the script says when the app cannot be loaded. */
  readonly failed: string
}

/** The type of `renderSignIn`, which `dist/server/public.js` of the web workspace exports. */
export type RenderSignIn = (page: SignInPage) => Promise<PaintedPage>

/** The type of `earlyScript`, which the same file exports: what a page of the app runs before its code is there. */
export type EarlyScript = (path: string, language: Language) => string | undefined
