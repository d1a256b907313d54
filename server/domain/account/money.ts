/** Exact USDT amounts: conversion from decimals, printing, and the value of prices, quantities and rates. */

import { type Decimal, divideRounded, powerOfTen, printDecimal } from '../../core/decimal.ts'
import { type Instrument, type Lots, type Ticks, toNotional } from '../market/instrument.ts'

/** An exact amount: a whole number of 10^-8 USDT. */
export type Money = bigint

export const MONEY_SCALE = 8

/** Rounds to the nearest unit, ties away from zero; amounts of at most eight fraction digits are exact. */
export const toMoney = ({ units, scale }: Decimal): Money =>
  scale <= MONEY_SCALE ? units * powerOfTen(MONEY_SCALE - scale) : divideRounded(units, powerOfTen(scale - MONEY_SCALE))

export const printMoney = (money: Money): string => printDecimal({ units: money, scale: MONEY_SCALE })

/** Converts a price to 10^-8 USDT per unit of base currency. */
export const priceToMoney = ({ price }: Instrument, at: Ticks): Money =>
  toMoney({ units: BigInt(at) * price.step.units, scale: price.step.scale })

/** Returns the value of a quantity in lots at a price. */
export const valueAt = (instrument: Instrument, price: Ticks, quantity: Lots): Money =>
  toMoney(toNotional(instrument, BigInt(price) * BigInt(quantity)))

/** `money · rate`, to the nearest unit. */
export const applyRate = (money: Money, rate: Decimal): Money =>
  divideRounded(money * rate.units, powerOfTen(rate.scale))
