# Routes with one of everything that the rake task has to print.
class Blog < Rails::Engine
  isolate_namespace self
end
class Sidekiq < Rails::Engine; end
class Office
  def self.matches?(request) = request.ip == "10.0.0.1"
end
Rack::Counter = Class.new { def call(_) = [200, {}, []] }

Blog.routes.draw do
  root to: "posts#index"
  resources :posts, only: [:index, :show], constraints: { id: /[a-z\h]+/i }
  mount Sidekiq, at: "jobs"
end
Sidekiq.routes.draw { get "queues/:name", to: "queues#show", as: :queue }

Rails.application.routes.draw do
  root "pages#home"
  resources :photos, constraints: { id: /(?:\d+|#{/[a-f]{2}/})/ } do
    resources :comments, shallow: true
    get :preview, on: :member
  end
  scope "(:locale)", locale: /de|en/ do
    get "about", to: "pages#about"
  end
  get "old/:id", to: redirect("/photos/%{id}")
  get "moved", to: redirect(host: "shop.example", status: 302)
  get "block", to: redirect { |_params, _request| raise "a block was run" }
  get "files/*path", to: "files#show", format: false
  get "data", to: "data#index", format: /json|xml/, defaults: { page: 1, wide: true }
  constraints(subdomain: "api") { get "status", to: "api#status" }
  constraints(subdomain: /\A(?:www|shop)\z/i) { get "status", to: "pages#status" }
  constraints(Office) { get "office", to: "pages#office" }
  constraints(->(request) { raise "a constraint was run" }) { get "maybe", to: "pages#maybe" }
  get "words/:word", to: "words#show", constraints: { word: /[[:alpha:]]++/ }
  get "codes/:code", to: "codes#show", constraints: { code: /  \h{4}  # four digits
    - [[:upper:]]  /x }
  match "search", to: "search#index", via: [:get, :post]
  match "any", to: "pages#any", via: :all
  mount Blog => "/blog", as: :blog
  mount Rack::Counter.new => "/count", as: "count"
  match "purge", via: "purge", to: "cache#purge"
  direct(:homepage) { raise "a block was run" }
  resolve("Basket") { raise "a block was run" }
end
