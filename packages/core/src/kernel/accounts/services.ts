import { NetworkQuotas } from '#kernel/accounts/anonymous/network-quotas'
import { LiveKeys } from '#kernel/accounts/keys/account-keys'
import { IssuanceCap } from '#kernel/accounts/keys/issuance-cap'
import { NetworkNames } from '#kernel/accounts/networks/network-names'
import { NetworkRates } from '#kernel/accounts/networks/network-rates'
import { Computations } from '#kernel/accounts/open-responses/computations'
import { OpenResponses } from '#kernel/accounts/open-responses/open-responses'
import { CountingDay } from '#kernel/accounts/quota/day'
import { Quotas } from '#kernel/accounts/quota/quotas'
import { Reservations } from '#kernel/accounts/quota/reservations'
import { StreamTickets } from '#kernel/accounts/stream-tickets/stream-tickets'
import type { Environment } from '#kernel/kit/environment'

/** Services shared by all requests that are counted or limited. */
export interface AccountServices {
  readonly days: CountingDay
  readonly quotas: Quotas
  readonly reservations: Reservations
  readonly liveKeys: LiveKeys
  readonly networks: NetworkNames
  readonly networkQuotas: NetworkQuotas
  readonly rates: NetworkRates
  readonly issuanceCap: IssuanceCap
  readonly openResponses: OpenResponses
  readonly streamTickets: StreamTickets
  readonly computations: Computations
}

export function createAccountServices(environment: Environment): AccountServices {
  const days = new CountingDay()
  const reservations = new Reservations(environment)
  const networks = new NetworkNames(environment, days)
  const rates = new NetworkRates(environment, networks)
  return {
    days,
    quotas: new Quotas(environment, days, reservations),
    reservations,
    liveKeys: new LiveKeys(environment),
    networks,
    networkQuotas: new NetworkQuotas(environment, days, reservations, networks),
    rates,
    issuanceCap: new IssuanceCap(environment),
    openResponses: new OpenResponses(environment),
    streamTickets: new StreamTickets(environment, rates),
    computations: new Computations(networks, rates),
  }
}
