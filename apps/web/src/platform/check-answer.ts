import type { Route } from '@shiloh/contract/core'
import { z } from 'zod'

/** Returns the data of an answer if it is what the contract says. Throws otherwise. In development and in tests. */
export const checkAnswer = (route: Route, data: unknown): unknown =>
  (route.answer === 'list' ? z.array(route.response) : route.response).parse(data)
