export const ref = (name: string) => ({ Ref: name });
export const attribute = (name: string, of: string) => ({ 'Fn::GetAtt': [name, of] });
/** Names of policies and functions are unique within an account. */
export const named = (name: string) => ({ 'Fn::Sub': `\${AWS::StackName}-${name}` });

export const resource = (type: string, Properties: object, rest: object = {}) => ({
  Type: `AWS::${type}`,
  ...rest,
  Properties,
});
