import { organisationRoutes } from '@shiloh/contract/organisation'
import { bind } from '#http/binder'
import { churchMapHandlers } from './church-map.ts'
import { listHandlers } from './lists.ts'
import { settingsHandlers } from './settings.ts'

export const endpoints = bind(organisationRoutes, { ...settingsHandlers, ...listHandlers, ...churchMapHandlers })
