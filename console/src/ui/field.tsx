import { type ComponentProps, useId } from 'react'

/** Text input of a form with its label above. */
export const Field = ({ label, ...input }: Filling) => {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input id={id} required className="min-h-10 rounded border border-edge bg-raised px-3" {...input} />
    </div>
  )
}

type Filling = Pick<
  ComponentProps<'input'>,
  'name' | 'type' | 'autoComplete' | 'inputMode' | 'required' | 'value' | 'onChange' | 'maxLength'
> & { readonly label: string }
